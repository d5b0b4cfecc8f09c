# frozen_string_literal: true

require "helper"

class TestHive < Minitest::Test
  def test_year_of_a_hive_without_queen
    assert_equal "--", Beehive::Hive.new("ash").queen_year
  end

  def test_tag
    assert_equal "hive ash", Beehive::Hive.new("ash").tag
  end

  def test_honey_of_an_empty_hive
    assert_equal 0, Beehive::Hive.new("ash").honey
  end

  def test_heaviest_when_one_was_not_weighed
    hive = Beehive::Hive.new("elm", frames: [{ grams: 900 }, { grams: nil }, { grams: 1200 }])
    assert_equal({ grams: 1200 }, hive.heaviest)
  end
end

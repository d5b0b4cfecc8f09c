# frozen_string_literal: true

require "helper"

class TestApiary < Minitest::Test
  def setup
    @apiary = Beehive::Apiary.new
    %w[ash elm oak].each { |n| @apiary << Beehive::Hive.new(n) }
  end

  def test_first_note_of_a_day
    assert_equal ["fed"], @apiary.note("2024-05-01", "fed")
  end

  def test_hour_of_a_visit
    assert_equal 14, @apiary.visits("2024-05-01T14:20:00Z")
  end

  def test_sell_neighbours
    assert_equal ["oak"], @apiary.sell("ash", "elm")
  end

  def test_load_of_the_scale
    assert_in_delta 51.5, @apiary.load(["31.5 kg", "20 kg"])
  end

  def test_repeat_an_order
    assert_equal "10 kg, 40 jars", @apiary.repeat({ sugar: 10, jars: 40 })
  end

  def test_region_from_the_form
    assert_equal "Heath", @apiary.region("north")
  end

  def test_no_swarm_at_night
    refute @apiary.swarm?(24, 22)
  end

  def test_cells
    assert_equal 12, @apiary.cells(Beehive::Frame.new(3, 4))
  end

  def test_depth
    assert_equal 2, Beehive.depth({ inside: {} })
  end

  def test_mean
    assert_in_delta 2.3, Beehive.mean([2, 2, 3], 1)
  end

  def test_bottle_label
    assert_equal "5 ? jar".encode("ISO-8859-1"), Beehive.bottle("5 € jar")
  end
end

require "date"
require "minitest/autorun"
require_relative "../lib/newsletter"

class NewsletterTest < Minitest::Test
  def test_text_with_a_new_book
    assert_equal "Dear Ida, there is Momo", Newsletter.new.text("Ida", ["Momo"])
  end

  def test_closing_in_summer
    assert_equal "We close on 10 August in here", Newsletter.new.closing("2024-08-10")
  end

  def test_newsletter_of_a_branch
    assert_equal "We close on 01 May in Kiel", Newsletter.for({ city: "Kiel" }).closing(Date.new(2024, 5, 1))
  end

  def test_footer
    assert_equal "Your library in Kiel", Newsletter.new(city: "Kiel").footer
  end
end

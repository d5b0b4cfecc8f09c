# frozen_string_literal: true

# What the library writes to its readers.
class Newsletter
  GREETING = "Dear "

  def initialize(city: "here")
    @city = city
  end

  def self.for(options)
    new(options)
  end

  def text(name, books)
    books.reduce(GREETING) { |text, b| text << name << ", there is " << b }
  end

  def closing(day)
    "We close on #{day.strftime('%d %B')} in #{@city}"
  end

  private

  def footer
    "Your library in #{@city}"
  end
end

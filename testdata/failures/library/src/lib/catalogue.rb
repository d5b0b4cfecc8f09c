require "date"

# What the library owns.
class Catalogue
  STATUS = "on shelf".freeze

  Book = Struct.new(:title, :author, :year, :shelf)

  def initialize
    @books = []
    @loans = {}
  end

  def add(title, author, year, shelf = nil)
    @books << Book.new(title, author, year, shelf)
    self
  end

  # The room in which a title stands.
  def room(title)
    find(title).shelf.split("-").first
  end

  def find(title)
    @books.find { |b| b.title == title }
  end

  def lend(title, reader)
    @loans[reader] << title
  end

  def loans(reader)
    @loans.fetch(reader, [])
  end

  def label(title)
    text = STATUS
    text << ": " << title
    text
  end

  # The oldest books first; those without a year are last.
  def by_age
    @books.sort_by(&:year)
  end

  def to_json(*)
    JSON.generate(@books.map(&:to_h))
  end

  # The fee for some days over time, in euros.
  def fee(days)
    days / 7 * 1.5
  end

  def remove_older_than(year)
    @books.each { |b| @books.delete(b) if b.year < year }
    self
  end

  def titles
    @books.map(&:title)
  end

  # Reads a line of the old card index: title;author;year.
  def read_card(line)
    title, author, year = line.split(";")
    add(title, author, year)
    @books.last.year + 100
  end

  def due(day)
    day + 28
  end

  # Whether a title fits the search, whatever the case.
  def match?(title, words)
    words.all? { |w| title.include?(w) }
  end

  def notify(reader, by: :mail)
    "#{reader} by #{by}"
  end

  def notify_all(readers, options)
    readers.map { |r| notify(r, options) }
  end
end

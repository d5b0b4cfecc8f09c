require "date"
require "json"

# What the library owns.
class Catalogue
  STATUS = "on shelf".freeze

  Book = Struct.new(:title, :author, :year, :shelf)

  def initialize
    @books = []
    @loans = Hash.new([])
    @reservations = {}
  end

  def add(title, author, year, shelf = nil)
    @books << Book.new(title, author, year, shelf)
    self
  end

  # A recording has a speaker, too.
  def add_recording(title, author, year, shelf, speaker)
    @books << Book.new(title, author, year, shelf, speaker)
    self
  end

  # The room in which a title stands; what has no shelf is in the store.
  def room(title)
    book = find(title)
    return "store" unless book

    book.shelf.split("-").first
  end

  def find(title)
    @books.find { |b| b.title == title }
  end

  def lend(title, reader)
    @loans[reader] << title
  end

  def loans(reader)
    @loans[reader]
  end

  def reserve(title, reader)
    @reservations[title] += [reader]
  end

  def label(title)
    "#{STATUS}: #{title}"
  end

  # The oldest books first; those without a year are last.
  def by_age
    @books.sort { |a, b| a.year <=> b.year }
  end

  def to_json(*)
    JSON.generate(@books.map(&:to_h))
  end

  def self.from_json(text)
    JSON.parse(text).each_with_object(new) { |b, all| all.add(b.fetch(:title), b.fetch(:author), b.fetch(:year)) }
  end

  # The fee for some days over time, in euros.
  def fee(days)
    days / 7.0 * 1.5
  end

  # What a reader has to pay, with the fee for each reminder.
  def bill(reminders)
    reminders.sum { 0.1 }
  end

  # Takes away what is older and says what it was.
  def remove_older_than(year)
    @books.each_with_object([]) do |book, removed|
      removed << @books.delete(book).title if book.year < year
    end
  end

  def titles
    @books.map(&:title)
  end

  # Reads a line of the old card index: title;author;year.
  def read_card(line)
    title, author, year = line.split(";")
    add(title, author, Integer(year))
    @books.last
  end

  def due(day)
    Date.parse(day.to_s) + 28
  end

  # Whether a title fits the search, whatever the case.
  def match?(title, words)
    words.map(&:downcase).uniq!.all? { |w| title.downcase.include?(w) }
  end

  def notify(reader, by: :mail)
    "#{reader} by #{by}"
  end

  def notify_all(readers, options)
    readers.map { |r| notify(r, **options) }
  end
end

# Who may borrow.
class Readers
  Reader = Struct.new(:name, :mail, :visits)

  def initialize
    @readers = []
  end

  def add(name, mail, visits = 0)
    @readers << Reader.new(name, mail, visits)
    self
  end

  def by_mail(mail)
    @readers.find { |r| r.mail == mail }
  end

  # How often a reader comes, on average.
  def visits
    @readers.sum(&:visits) / @readers.size
  end

  def names
    @readers.sort.map(&:name)
  end

  def remind(mailer)
    @readers.each { |r| mailer.deliver(r.mail) }
  end
end

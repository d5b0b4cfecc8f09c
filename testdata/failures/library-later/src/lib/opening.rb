# When the library is open.
class Opening
  def initialize(from, to)
    @from = Time.parse(from)
    @to = Time.parse(to)
  end

  def hours
    (@to - @from) / 3600
  end

  # Minutes of a day that is written as "9:30-18:00".
  def self.minutes(text)
    from, to = text.split("-").map { |t| t.split(":") }
    60 * (to[0].to_i - from[0].to_i) + to[1] - from[1]
  end
end

# frozen_string_literal: true

require_relative "hive"

module Beehive
  class Apiary
    def initialize
      @log = {}
      @hives = []
    end

    def <<(hive)
      @hives << hive
      self
    end

    def note(day, text)
      @log[day].push(text)
    end

    def visits(stamp)
      Time.iso8601(stamp).hour
    end

    def names
      @hives.map(&:name)
    end

    # Sells the hives of some names.
    def sell(*gone)
      @hives.each do |h|
        @hives.delete(h) if gone.include?(h.name)
      end
      names
    end

    # The scale sends "31.5 kg".
    def load(readings)
      readings.map { |r| r.split.first }.sum(0.0)
    end

    def order(sugar:, jars: 0)
      "#{sugar} kg, #{jars} jars"
    end

    def repeat(last)
      order(last)
    end

    def region(code)
      { north: "Heath", south: "Rape" }.fetch(code)
    end

    def swarm?(temperature, hour)
      warm = temperature > 20 and hour.between?(11, 15)
      warm
    end

    def cells(frame)
      frame.count_cells
    end
  end

  class Frame
    def initialize(rows, columns)
      @rows = rows
      @columns = columns
    end

    def cells
      count_cells
    end

    private

    def count_cells
      @rows * @columns
    end
  end

  # Depth of the nested boxes of a hive.
  def self.depth(box)
    box.key?(:inside) ? 1 + depth(bx[:inside]) : 1
  end

  def self.mean(weights, digits)
    weights.sum.fdiv(weights.size).round(digits, 1)
  end

  def self.bottle(text)
    text.encode("ISO-8859-1")
  end
end

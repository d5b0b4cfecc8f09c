# frozen_string_literal: true

module Beehive
  class Hive
    attr_reader :name, :queen, :frames

    def initialize(name, queen: nil, frames: [])
      @name = name
      @queen = queen
      @frames = frames
    end

    # Year in which the queen hatched, as two digits.
    def queen_year
      queen[:hatched].to_s[-2..]
    end

    def tag
      text = "hive "
      text << name
    end

    def honey
      frames.map { |f| f[:grams] }.sum / frames.size
    end

    def heaviest
      frames.max_by { |f| f[:grams] }
    end
  end
end

require_relative "../lib/catalogue"

RSpec.describe Catalogue do
  subject(:catalogue) do
    described_class.new.add("Momo", "Ende", 1973, "A-3").add("Emil", "Kästner", 1929, "B-1").add("Krabat", "Preußler", 1971, nil)
  end

  it "finds the room of a book" do
    expect(catalogue.room("Momo")).to eq("A")
  end

  it "sends unknown titles to the store" do
    expect(catalogue.room("Jim Knopf")).to eq("store")
  end

  it "has books that stand nowhere in the store" do
    expect(catalogue.room("Krabat")).to eq("store")
  end

  describe "#lend" do
    it "keeps the loans of a new reader" do
      catalogue.lend("Momo", "Ida")
      expect(catalogue.loans("Ida")).to eq(["Momo"])
    end

    it "keeps the loans of readers apart" do
      catalogue.lend("Emil", "Ida")
      expect(catalogue.loans("Jan")).to eq([])
    end

    it "keeps who waits for a book" do
      expect(catalogue.reserve("Momo", "Jan")).to eq(["Jan"])
    end
  end

  it "labels a book" do
    expect(catalogue.label("Momo")).to eq("on shelf: Momo")
  end

  it "puts old leaflets last" do
    catalogue.add("Leaflet", "unknown", nil).add("Poster", "unknown", 1950)
    expect(catalogue.by_age.last.title).to eq("Leaflet")
  end

  it "exports itself" do
    expect(catalogue.to_json).to include('"title":"Momo"')
  end

  it "imports what it exports" do
    expect(described_class.from_json(catalogue.to_json).titles).to eq(%w[Momo Emil Krabat])
  end

  it "has recordings" do
    catalogue.add_recording("Pünktchen", "Kästner", 1931, "C-2", "Traxler")
    expect(catalogue.find("Pünktchen").author).to eq("Kästner")
  end

  it "charges parts of a week" do
    expect(catalogue.fee(10)).to be_within(0.01).of(2.14)
  end

  it "bills three reminders" do
    expect(catalogue.bill(%w[first second third])).to eq(0.3)
  end

  it "says what was weeded out" do
    shelf = described_class.new.add("a", "x", 1900).add("b", "x", 1901).add("c", "x", 2001).add("d", "x", 1902)
    expect(shelf.remove_older_than(2000)).to eq(%w[a b d])
  end

  it "reads cards" do
    expect(catalogue.read_card("Ronja;Lindgren;1981").year).to eq(1981)
  end

  it "reads cards of the second drawer" do
    expect(catalogue.read_card("Ronja; Lindgren; 1981").author).to eq("Lindgren")
  end

  it "knows when a loan is due" do
    expect(catalogue.due("2024-02-10")).to eq(Date.new(2024, 3, 9))
  end

  it "knows when a loan of the old terminal is due" do
    expect(catalogue.due("10.02.24")).to eq(Date.new(2024, 3, 9))
  end

  it "searches in any case" do
    expect(catalogue.match?("Die unendliche Geschichte", %w[geschichte die])).to be true
  end

  it "notifies by the chosen way" do
    expect(catalogue.notify_all(["Ida"], { by: :phone })).to eq(["Ida by phone"])
  end
end

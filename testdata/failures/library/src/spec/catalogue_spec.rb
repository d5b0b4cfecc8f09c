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

  describe "#lend" do
    it "keeps the loans of a new reader" do
      catalogue.lend("Momo", "Ida")
      expect(catalogue.loans("Ida")).to eq(["Momo"])
    end
  end

  it "labels a book" do
    expect(catalogue.label("Momo")).to eq("on shelf: Momo")
  end

  it "puts books without a year last" do
    catalogue.add("Fragment", "unknown", nil)
    expect(catalogue.by_age.map(&:title)).to eq(%w[Emil Krabat Momo Fragment])
  end

  it "exports itself" do
    expect(catalogue.to_json).to include('"title":"Momo"')
  end

  it "charges parts of a week" do
    expect(catalogue.fee(10)).to be_within(0.01).of(2.14)
  end

  it "weeds out old books" do
    shelf = described_class.new.add("a", "x", 1900).add("b", "x", 1901).add("c", "x", 2001)
    expect(shelf.remove_older_than(2000).titles).to eq(["c"])
  end

  it "reads cards" do
    expect(catalogue.read_card("Ronja;Lindgren;1981")).to eq(2081)
  end

  it "knows when a loan is due" do
    expect(catalogue.due("2024-02-10")).to eq(Date.new(2024, 3, 9))
  end

  it "searches in any case" do
    expect(catalogue.match?("Die unendliche Geschichte", %w[geschichte die])).to be true
  end

  it "notifies by the chosen way" do
    expect(catalogue.notify_all(["Ida"], { by: :phone })).to eq(["Ida by phone"])
  end
end

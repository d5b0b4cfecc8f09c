require_relative "../lib/opening"

RSpec.describe Opening do
  it "has hours" do
    expect(described_class.new("9:30", "18:00").hours).to eq(8.5)
  end

  it "has minutes" do
    expect(described_class.minutes("9:30-18:00")).to eq(510)
  end
end

require_relative "../lib/readers"

RSpec.describe Readers do
  subject(:readers) { described_class.new.add("Jan", "jan@mail.example", 2).add("Ida", "ida@mail.example", 1) }

  it "finds a reader by mail" do
    expect(readers.by_mail("Ida@Mail.example")&.name).to eq("Ida")
  end

  it "counts visits" do
    expect(readers.visits).to eq(1.5)
  end

  it "lists the names" do
    expect(readers.names).to eq(%w[Ida Jan])
  end

  describe "reminders" do
    let(:mailer) { double("mailer", send_mail: true) }
    let(:family) { readers.add("Ole", "ole@mail.example", 9) }

    it "go to everybody" do
      readers.remind(mailer)
      expect(readers.by_mail("ida@mail.example")).not_to be_nil
    end

    it "know the whole family" do
      expect(readers.by_mail("ole@mail.example")).not_to be_nil
    end
  end
end

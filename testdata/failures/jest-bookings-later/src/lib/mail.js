function server() {
  return new URL(process.env.BOOKINGS_SMTP).hostname;
}

function link(id, locale) {
  return `https://bookings.example/b?${stringify({ id, locale })}`;
}

module.exports = { server, link };

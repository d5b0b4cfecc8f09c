export function callRehearsal(numbers, sms) {
  for (const number of numbers) sms(number, 'Rehearsal at 7 pm');
}

/** Reminds a player some minutes before the rehearsal. */
export function remindIn(minutes, number, sms) {
  return setTimeout(() => sms(number, `Rehearsal in ${minutes} minutes`), minutes * 60000);
}

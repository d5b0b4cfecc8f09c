export function callRehearsal(numbers, sms) {
  for (const number of numbers) sms(number, 'Rehearsal at 7 pm');
}

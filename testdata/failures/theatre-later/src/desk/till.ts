import { plays } from '../src/play';
import { print } from './old/printer.js';

export function receipt(title: string): string {
  const known = plays.some((p) => p.title === title);
  return print(known ? title : 'Gift card');
}

import type { Genre } from './play.js';

export function mask(genre: Genre): string {
  switch (genre) {
    case 'comedy':
      return 'smile';
    case 'tragedy':
      return 'tears';
    case 'farce':
      return 'nose';
  }
}

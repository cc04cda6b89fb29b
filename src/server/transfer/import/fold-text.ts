// Owns what two spellings of a name have in common: case, blanks and full-width letters make no difference.

export function foldText(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()
}

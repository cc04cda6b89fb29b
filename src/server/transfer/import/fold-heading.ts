// Normalises names for comparison: ignores case, blanks and full-width letters.

export function foldText(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()
}

// Owns reading the breadcrumb trail that an address may carry: a JSON list, or names separated by commas.

const MOST = 4
const LONGEST = 20

export function readTrail(text: string | undefined): string[] {
  if (!text) return []
  let names: unknown
  try {
    names = JSON.parse(text)
  } catch {
    names = text.split(',')
  }
  const list = Array.isArray(names) ? names : [names]
  return list
    .filter((name): name is string => typeof name === 'string' && name.trim() !== '')
    .slice(0, MOST)
    .map((name) => name.trim().slice(0, LONGEST))
}

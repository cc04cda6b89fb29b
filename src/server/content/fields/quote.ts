// Quotes a text as a literal of SQL.

export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

// Owns what looks like a placeholder and is none: it is used as it stands.

/** Braces that are single, doubled, of full width, or behind a dollar. */
export function isMiswritten(text: string): boolean {
  return /[{}｛｝]/.test(text.replaceAll(/(?<![${])\{[^{}]*\}(?!\})/g, ''))
}

export function toBracesMessage(text: string): string {
  const name = /[a-z]+\.\w+/.exec(text)?.[0] ?? 'item.id'
  return `“${text}”中的占位符不成立，会原样使用：花括号须是成对的半角 { }，前面没有 $，写作 {${name}}`
}

// Detects miswritten placeholders, which would be used as literal text.

/** Braces that are single, doubled, of full width, or behind a dollar; what routers write with a colon. */
export function isMiswritten(text: string): boolean {
  if (/^:[A-Za-z]\w*$/.test(text)) return true
  return /[{}｛｝]/.test(text.replaceAll(/(?<![${])\{[^{}]*\}(?!\})/g, ''))
}

export function toBracesMessage(text: string): string {
  const name = /[a-z]+\.\w+/.exec(text)?.[0] ?? 'item.id'
  if (text.startsWith(':'))
    return `“${text}”不是占位符，会原样使用：请写作 {item.${text.slice(1)}} 或 {query.${text.slice(1)}}`
  return `“${text}”中的占位符写法有误，会原样使用：花括号须为成对的半角 { }，前面不加 $，写作 {${name}}`
}

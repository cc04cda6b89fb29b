// Owns a parsed configuration file: its value, and the place of every node in the text.
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Problem } from './problem.ts'
import { toSyntaxWord } from './syntax-words.ts'

export type Path = readonly (string | number)[]

/** `Value` is what the language's schema says of its kind of file, once its shape was found sound. */
export interface Document<Value = unknown> {
  readonly path: string
  readonly text: string
  /** Undefined when the text is no JSON at all. */
  readonly value: Value
  /** What can be made out of a text with mistakes in it, for the names in it. */
  readonly understood?: unknown
  readonly root: Node | undefined
  readonly problems: readonly Problem[]
  readonly lineStarts: readonly number[]
  /** Made from what `text` says instead of written there. */
  readonly isMade?: true
}

const MAX_SIZE = 4_000_000
const MAX_DEPTH = 40
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

const SYNTAX: Record<string, string> = {
  InvalidSymbol: '出现了无法识别的内容',
  InvalidNumberFormat: '数字格式不正确',
  PropertyNameExpected: '此处应为带双引号的键名',
  ValueExpected: '此处应为一个值',
  ColonExpected: '键名后应为冒号',
  CommaExpected: '两项之间应有逗号',
  CloseBraceExpected: '缺少右花括号 }',
  CloseBracketExpected: '缺少右方括号 ]',
  EndOfFileExpected: '文件末尾有多余内容',
  InvalidCommentToken: '不支持注释',
  UnexpectedEndOfComment: '注释没有结束',
  UnexpectedEndOfString: '字符串没有结束，缺少双引号',
  InvalidUnicode: 'Unicode 转义不正确',
  InvalidEscapeCharacter: '转义字符不正确',
  InvalidCharacter: '字符串中有未转义的控制字符',
}

/** Parses one file; syntax errors, duplicate keys and dangerous keys become problems. */
export function parseDocument(path: string, text: string): Document {
  const lineStarts = [0]
  for (let index = 0; index < text.length; index++)
    if (text.charCodeAt(index) === 10) lineStarts.push(index + 1)
  const problems: Problem[] = []
  const at = (offset: number, slug: string, message: string) =>
    problems.push({ slug, severity: 'error', file: path, ...lineAndColumn(lineStarts, offset), message })

  if (text.charCodeAt(0) === 0xfeff) at(0, 'json_encoding', '文件开头有 BOM，请以不带 BOM 的 UTF-8 保存')
  if (text.includes('\uFFFD')) at(text.indexOf('\uFFFD'), 'json_encoding', '文件不是有效的 UTF-8 编码')
  if (text.length > MAX_SIZE) at(0, 'json_size', `文件过大：${text.length} 个字符，最多 ${MAX_SIZE}`)
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  const first = errors[0]
  if (first) {
    const code = printParseErrorCode(first.error)
    const word = toSyntaxWord(text, first.offset) ?? SYNTAX[code] ?? code
    at(first.offset, 'json_syntax', `JSON 语法错误：${word}`)
  }
  if (root) inspectKeys(root, 0, at)
  const understood = root && toValue(root)
  if (errors.length > 0) return { path, text, value: undefined, understood, root, problems, lineStarts }
  return { path, text, value: understood, root, problems, lineStarts }
}

function inspectKeys(
  node: Node,
  depth: number,
  at: (offset: number, slug: string, message: string) => void,
): void {
  if (depth > MAX_DEPTH) {
    at(node.offset, 'json_depth', `嵌套过深，最多 ${MAX_DEPTH} 层`)
    return
  }
  const seen = new Set<string>()
  for (const child of node.children ?? []) {
    if (node.type !== 'object') {
      inspectKeys(child, depth + 1, at)
      continue
    }
    const [key, value] = child.children ?? []
    if (!key) continue
    const name = String(key.value)
    if (seen.has(name)) at(key.offset, 'json_duplicate_key', `键“${name}”重复出现，请只保留一个`)
    if (FORBIDDEN_KEYS.has(name)) at(key.offset, 'json_forbidden_key', `不允许使用键名“${name}”`)
    seen.add(name)
    if (value) inspectKeys(value, depth + 1, at)
  }
}

function toValue(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(toValue)
  if (node.type !== 'object') return node.value
  const object: Record<string, unknown> = {}
  for (const property of node.children ?? []) {
    const [key, value] = property.children ?? []
    if (key && value && !FORBIDDEN_KEYS.has(String(key.value))) object[String(key.value)] = toValue(value)
  }
  return object
}

function lineAndColumn(lineStarts: readonly number[], offset: number): { line: number; column: number } {
  let low = 0
  let high = lineStarts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lineStarts[middle] as number) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (lineStarts[low] as number) + 1 }
}

/** One name for each place of all files. */
export const whereOf = (document: Document, path: Path): string => `${document.path}#${path.join('/')}`

/** Place of the node at `path`, of its key with `key`; of the nearest existing parent when there is none. */
export function placeOf(document: Document, path: Path, key = false): { line: number; column: number } {
  if (!document.root) return { line: 1, column: 1 }
  for (let length = path.length; length >= 0; length--) {
    const node = findNodeAtLocation(document.root, path.slice(0, length) as (string | number)[])
    if (!node) continue
    const whole = length === path.length
    const keyNode = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined
    return lineAndColumn(document.lineStarts, ((key || !whole) && keyNode ? keyNode : node).offset)
  }
  return { line: 1, column: 1 }
}

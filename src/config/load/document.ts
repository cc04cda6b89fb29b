// Parses a configuration file: its value, and the location of every node in the text.
//
// Most files are valid and nobody asks for a location in them. The syntax tree is made only then, as it takes ten
// times as long as the value.

import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { type MessageCode, messageOf } from './codes.ts'
import type { Problem } from './problem.ts'

/**
 * The path of a node in a JSON file: property names, and indexes that count from 0.
 *
 * @example
 * const path: Path = ['fields', 'properties', 'budget', 'enum', 0]
 */
export type Path = readonly (string | number)[]

/** `Value` is what the language's schema says of its kind of file, once its shape was found sound. */
export interface Document<Value = unknown> {
  readonly path: string
  readonly text: string
  /** Undefined when the text is no JSON at all. */
  readonly value: Value
  /** The value as far as a text with mistakes can be understood, for the names in it. */
  readonly understood?: unknown
  readonly problems: readonly Problem[]
  /** Made from what `text` says instead of written there. */
  readonly isMade?: true
  /** The path in `text` of a path in `value`, where the value was expanded. */
  readonly toWritten?: (path: Path) => Path
}

const MAX_SIZE = 4_000_000
const MAX_DEPTH = 40
const SPACE = 32
const COLON = 58
const BACKSLASH = 92
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
  const value = parseStrict(text)
  return value === undefined ? inspect(path, text) : { path, text, value, problems: [] }
}

/** Undefined where anything may be wrong with the text. */
function parseStrict(text: string): unknown {
  if (text.includes('\uFFFD') || text.length > MAX_SIZE) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return keysOf(value, 0) === keysIn(text) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the number of keys in a value, in which each object has a name once; NaN if one is dangerous or nested too
 * deep.
 */
function keysOf(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0
  // The content would be one level deeper.
  if (depth >= MAX_DEPTH) return Number.NaN
  let count = 0
  if (Array.isArray(value)) for (const child of value) count += keysOf(child, depth + 1)
  else
    for (const [name, child] of Object.entries(value)) {
      if (FORBIDDEN_KEYS.has(name)) return Number.NaN
      count += 1 + keysOf(child, depth + 1)
    }
  return count
}

/** How many keys are written in a proper text: strings that a colon follows. */
function keysIn(text: string): number {
  let count = 0
  for (let start = text.indexOf('"'); start >= 0; ) {
    let next = endOfString(text, start) + 1
    while (text.charCodeAt(next) <= SPACE) next++
    if (text.charCodeAt(next) === COLON) count++
    start = text.indexOf('"', next)
  }
  return count
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let first = end
    while (text.charCodeAt(first - 1) === BACKSLASH) first--
    if ((end - first) % 2 === 0) return end
  }
}

function inspect(path: string, text: string): Document {
  // The byte order mark is reported below, so the parser does not see it.
  const { root, errors, lineStarts } = treeOf(text.replace(/^\uFEFF/, ' '))
  const problems: Problem[] = []
  const report: ReportAt = (offset, code, values = {}) =>
    problems.push({
      slug: code.split('.')[0] ?? code,
      severity: 'error',
      file: path,
      ...lineAndColumn(lineStarts, offset),
      message: messageOf(code, values),
    })

  if (text.charCodeAt(0) === 0xfeff) report(0, 'json_encoding.mark')
  if (text.includes('\uFFFD')) report(text.indexOf('\uFFFD'), 'json_encoding.bytes')
  if (text.length > MAX_SIZE) report(0, 'json_size', { text, most: MAX_SIZE })
  const first = errors[0]
  if (first) {
    const code = printParseErrorCode(first.error)
    report(first.offset, 'json_syntax', { what: toSyntaxMessage(text, first.offset) ?? SYNTAX[code] ?? code })
  }
  if (root) inspectKeys(root, 0, report)
  const understood = root && toValue(root)
  return { path, text, value: errors.length > 0 ? undefined : understood, understood, problems }
}

interface Tree {
  readonly text: string
  readonly root: Node | undefined
  readonly errors: readonly ParseError[]
  /** Offset of the beginning of each line. */
  readonly lineStarts: readonly number[]
}

/** The latest tree: most requests for a location follow another one in the same text. */
let latest: Tree | undefined

export function treeOf(text: string): Tree {
  if (latest?.text === text) return latest
  const lineStarts = [0]
  for (let index = 0; index < text.length; index++)
    if (text.charCodeAt(index) === 10) lineStarts.push(index + 1)
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  latest = { text, root, errors, lineStarts }
  return latest
}

type ReportAt = (offset: number, code: MessageCode, values?: object) => void

function inspectKeys(node: Node, depth: number, report: ReportAt): void {
  if (depth > MAX_DEPTH) {
    report(node.offset, 'json_depth', { most: MAX_DEPTH })
    return
  }
  const seen = new Set<string>()
  for (const child of node.children ?? []) {
    if (node.type !== 'object') {
      inspectKeys(child, depth + 1, report)
      continue
    }
    const [key, value] = child.children ?? []
    if (!key) continue
    const name = String(key.value)
    if (seen.has(name)) report(key.offset, 'json_duplicate_key', { name })
    if (FORBIDDEN_KEYS.has(name)) report(key.offset, 'json_forbidden_key', { name })
    seen.add(name)
    if (value) inspectKeys(value, depth + 1, report)
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
export const describeLocation = (document: Document, path: Path): string =>
  `${document.path}#${path.join('/')}`

/**
 * Returns the line and column of the node at `valuePath`, both counted from 1; of its key if `key` is true. If the node
 * does not exist, the location is that of its nearest existing parent.
 *
 * @example
 * locatePath({ text: '{\n  "title": "级别"\n}' }, ['title']) // → { line: 2, column: 12 }
 * locatePath({ text: '{\n  "title": "级别"\n}' }, ['title'], true) // → { line: 2, column: 3 }
 */
export function locatePath(
  document: Pick<Document, 'text' | 'toWritten'>,
  valuePath: Path,
  key = false,
): { line: number; column: number } {
  const path = document.toWritten?.(valuePath) ?? valuePath
  // The whole of a file, as most warnings say.
  if (path.length === 0 && document.text.startsWith('{')) return { line: 1, column: 1 }
  const { root, lineStarts } = treeOf(document.text)
  if (!root) return { line: 1, column: 1 }
  for (let length = path.length; length >= 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length) as (string | number)[])
    if (!node) continue
    const whole = length === path.length
    const keyNode = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined
    return lineAndColumn(lineStarts, ((key || !whole) && keyNode ? keyNode : node).offset)
  }
  return { line: 1, column: 1 }
}

/** Converts a JSON pointer to a path. */
export function pointerToPath(pointer: string): Path {
  if (pointer === '') return []
  return pointer
    .slice(1)
    .split('/')
    .map((part) => {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
      return /^\d+$/.test(name) ? Number(name) : name
    })
}

/** Full-width characters that an input method writes instead. */
const FULL_WIDTH: Readonly<Record<string, string>> = {
  '，': ',',
  '：': ':',
  '“': '"',
  '”': '"',
  '‘': '"',
  '’': '"',
  '｛': '{',
  '｝': '}',
  '【': '[',
  '】': ']',
  '［': '[',
  '］': ']',
}
const MERGE_MARK = /^(<{7}|={7}|>{7})/m
const LITERALS: Readonly<Record<string, string>> = {
  True: 'true',
  False: 'false',
  None: 'null',
  undefined: 'null',
  NaN: 'null',
}

/** Describes the character at which the parser stopped; undefined if the parser's own message is better. */
function toSyntaxMessage(text: string, offset: number): string | undefined {
  if (text.trim() === '') return '文件为空，至少应有 {}'
  if (MERGE_MARK.test(text)) return '文件中有合并冲突标记（<<<<<<<、=======、>>>>>>>），请保留一方并删去标记'
  const here = text.slice(offset)
  const sign = here[0] ?? ''
  const half = FULL_WIDTH[sign]
  if (half !== undefined) return `“${sign}”是全角符号，请改用半角 ${half}`
  if (sign === "'") return '键名和文字要用双引号 "，不能用单引号'
  const word = /^[A-Za-z_]\w*/.exec(here)?.[0]
  if (word !== undefined && LITERALS[word] !== undefined) return `“${word}”应写作 ${LITERALS[word]}`
  if (/^[}\]]/.test(here) && /,\s*$/.test(text.slice(0, offset))) return '最后一项后面不能有逗号，请删去'
  return undefined
}

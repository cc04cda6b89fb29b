// Arranges rich text into the blocks of the allow-list, so that every block keeps a line of its own.
import { RICH_TEXT_DROPPED, RICH_TEXT_TAGS } from './policy.ts'

/** A parsed text, in the browser and on the server. */
export interface Tree<Node> {
  readonly childrenOf: (node: Node) => readonly Node[]
  /** The name of an element in small letters; undefined for anything else. */
  readonly tagOf: (node: Node) => string | undefined
  /** Undefined for what is no text. */
  readonly textOf: (node: Node) => string | undefined
  readonly createElement: (tag: string) => Node
  readonly createText: (text: string) => Node
  readonly setChildren: (node: Node, children: readonly Node[]) => void
}

const TAGS: ReadonlySet<string> = new Set(RICH_TEXT_TAGS)
const DROPPED: ReadonlySet<string> = new Set(RICH_TEXT_DROPPED)

const BLOCKS: ReadonlySet<string> = new Set([
  'p', 'hr', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'ul', 'ol', 'li', 'figure', 'figcaption',
  'video', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td',
]) // biome-ignore format: a table

/** Blocks that the allow-list lacks: they become paragraphs. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'address', 'article', 'aside', 'center', 'dd', 'details', 'dialog', 'div', 'dl', 'dt', 'fieldset', 'footer',
  'form', 'header', 'hgroup', 'legend', 'main', 'nav', 'optgroup', 'search', 'section', 'summary',
]) // biome-ignore format: a table

const RENAMED: Readonly<Record<string, string>> = {
  h5: 'h4',
  h6: 'h4',
  dir: 'ul',
  menu: 'ul',
  listing: 'pre',
}

/** Blocks with one run of text; their separate parts are divided by `<br>`. */
const LINES: ReadonlySet<string> = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'pre', 'caption', 'figcaption'])

/** Deeper elements are read as their text. */
const MAX_DEPTH = 200

/** Within a block of `LINES`. */
interface Line {
  hasText: boolean
  isBroken: boolean
}

/** Arranges the children of a text's root. */
export function arrangeBlocks<Node>(tree: Tree<Node>, root: Node): void {
  const children = arrangeAll(tree, root, undefined, 0)
  tree.setChildren(
    root,
    children.some((child) => hasBlock(tree, child)) ? toBlocks(tree, children) : children,
  )
}

function arrangeAll<Node>(tree: Tree<Node>, parent: Node, line: Line | undefined, depth: number): Node[] {
  return tree.childrenOf(parent).flatMap((child) => arrange(tree, child, line, depth))
}

/** Returns the nodes that replace a node. */
function arrange<Node>(tree: Tree<Node>, node: Node, line: Line | undefined, depth: number): readonly Node[] {
  const text = tree.textOf(node)
  if (text !== undefined) return isBlank(text) ? [node] : afterBreak(tree, node, line)
  const tag = tree.tagOf(node)
  if (tag === undefined || DROPPED.has(tag)) return []
  if (depth > MAX_DEPTH) return [tree.createText(collectText(tree, node))]
  if (tag === 'br') {
    if (line) Object.assign(line, { hasText: false, isBroken: false })
    return [node]
  }
  if (tag === 'img') return afterBreak(tree, node, line)
  if (line && (WRAPPERS.has(tag) || LINES.has(RENAMED[tag] ?? tag)))
    return arrangeInLine(tree, node, line, depth)
  if (WRAPPERS.has(tag)) return toBlocks(tree, arrangeAll(tree, node, undefined, depth + 1))
  const name = RENAMED[tag] ?? tag
  const isBlock = BLOCKS.has(name)
  const inner = LINES.has(name) ? { hasText: false, isBroken: false } : isBlock ? undefined : line
  const children = arrangeAll(tree, node, inner, depth + 1)
  if (!TAGS.has(name) || (name === 'span' && children.some((child) => hasBlock(tree, child)))) return children
  const kept = name === tag ? node : tree.createElement(name)
  tree.setChildren(kept, children)
  return [kept]
}

/** A block within a line: what stands before it and after it is on another line. */
function arrangeInLine<Node>(tree: Tree<Node>, node: Node, line: Line, depth: number): readonly Node[] {
  line.isBroken = line.hasText
  const children = arrangeAll(tree, node, line, depth + 1)
  line.isBroken = line.hasText
  return children
}

function afterBreak<Node>(tree: Tree<Node>, node: Node, line: Line | undefined): readonly Node[] {
  const isBroken = line?.isBroken === true
  if (line) Object.assign(line, { hasText: true, isBroken: false })
  return isBroken ? [tree.createElement('br'), node] : [node]
}

/** Blocks as they are; what stands between them in paragraphs. */
function toBlocks<Node>(tree: Tree<Node>, children: readonly Node[]): Node[] {
  const blocks: Node[] = []
  let run: Node[] = []
  const endRun = () => {
    if (run.some((node) => hasContent(tree, node))) {
      const paragraph = tree.createElement('p')
      tree.setChildren(paragraph, run)
      blocks.push(paragraph)
    }
    run = []
  }
  for (const child of children) {
    if (hasBlock(tree, child)) {
      endRun()
      blocks.push(child)
    } else run.push(child)
  }
  endRun()
  return blocks
}

function hasBlock<Node>(tree: Tree<Node>, node: Node): boolean {
  const tag = tree.tagOf(node)
  if (tag === undefined) return false
  return BLOCKS.has(tag) || tree.childrenOf(node).some((child) => hasBlock(tree, child))
}

/** A break of its own is an empty line that somebody wrote. */
function hasContent<Node>(tree: Tree<Node>, node: Node): boolean {
  const text = tree.textOf(node)
  if (text !== undefined) return !isBlank(text)
  const tag = tree.tagOf(node)
  return (
    tag === 'br' ||
    tag === 'img' ||
    tag === 'video' ||
    tree.childrenOf(node).some((child) => hasContent(tree, child))
  )
}

/** Blanks of HTML; one that does not break counts as text. */
function isBlank(text: string): boolean {
  return /^[ \t\n\f\r]*$/.test(text)
}

/** All words in a node, without recursion. */
function collectText<Node>(tree: Tree<Node>, node: Node): string {
  const words: string[] = []
  const rest = [node]
  for (let one = rest.pop(); one !== undefined; one = rest.pop()) {
    const text = tree.textOf(one)
    if (text !== undefined) words.push(text)
    else if (!DROPPED.has(tree.tagOf(one) ?? '')) rest.push(...[...tree.childrenOf(one)].reverse())
  }
  return words.join(' ')
}

// Declares the contents of the editor of formatted text: exactly those that the allow-list permits.
import Image from '@tiptap/extension-image'
import { goToNextCell, tableEditing } from '@tiptap/pm/tables'
import { type Attributes, type Extensions, Mark, Node } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { isAllowedImage, isAllowedLink } from '#shared/rich-text/policy.ts'

/** Spans of a cell; the editor's table commands also ask for column widths, which are never written. */
const SPANS: Attributes = {
  colspan: { default: 1, parseHTML: (cell) => Number(cell.getAttribute('colspan')) || 1 },
  rowspan: { default: 1, parseHTML: (cell) => Number(cell.getAttribute('rowspan')) || 1 },
  colwidth: { default: null, rendered: false },
}

/** Declares the editor's tables: rows, cells and captions as in the allow-list, and moving between cells. */
const TableNode = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  addKeyboardShortcuts() {
    const go = (direction: 1 | -1) => () =>
      goToNextCell(direction)(this.editor.state, this.editor.view.dispatch)
    return { Tab: go(1), 'Shift-Tab': go(-1) }
  },
  addProseMirrorPlugins: () => [tableEditing()],
  extendNodeSchema: ({ name }) => (name.startsWith('table') ? { tableRole: ROLES[name] } : {}),
})

const ROLES: Readonly<Record<string, string>> = {
  table: 'table',
  tableRow: 'row',
  tableHeader: 'header_cell',
  tableCell: 'cell',
}

const TableRowNode = Node.create({
  name: 'tableRow',
  content: '(tableHeader | tableCell)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})

const TableCellNode = Node.create({
  name: 'tableCell',
  content: 'block+',
  isolating: true,
  addAttributes: () => SPANS,
  parseHTML: () => [{ tag: 'td' }],
  renderHTML: ({ HTMLAttributes }) => ['td', spansOf(HTMLAttributes), 0],
})

const TableHeader = Node.create({
  name: 'tableHeader',
  content: 'block+',
  isolating: true,
  addAttributes: () => ({ ...SPANS, scope: { default: null } }),
  parseHTML: () => [{ tag: 'th' }],
  renderHTML: ({ HTMLAttributes }) => ['th', spansOf(HTMLAttributes), 0],
})

function spansOf(attributes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== 1))
}

/**
 * Declares the small parts of the allow-list that the editor's kit lacks: figures, superscript and subscript.
 */
const Superscript = Mark.create({
  name: 'superscript',
  excludes: 'subscript',
  parseHTML: () => [{ tag: 'sup' }],
  renderHTML: () => ['sup', 0],
})

const Subscript = Mark.create({
  name: 'subscript',
  excludes: 'superscript',
  parseHTML: () => [{ tag: 'sub' }],
  renderHTML: () => ['sub', 0],
})

const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'block+ figcaption?',
  isolating: true,
  parseHTML: () => [{ tag: 'figure' }],
  renderHTML: () => ['figure', 0],
})

const FigureCaption = Node.create({
  name: 'figcaption',
  content: 'inline*',
  parseHTML: () => [{ tag: 'figcaption' }],
  renderHTML: () => ['figcaption', 0],
})

/**
 * Draws pictures in the editor: fetched with the session, because only the owner may read an unpublished one.
 */
const Picture = Image.extend({
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (image) => (isAllowedImage(image.getAttribute('src') ?? '') ? null : false),
    },
  ],
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('img')
      dom.alt = String(node.attrs.alt ?? '')
      dom.src = String(node.attrs.src)
      return { dom }
    }
  },
})

export const EXTENSIONS: Extensions = [
  StarterKit.configure({
    trailingNode: false,
    heading: { levels: [1, 2, 3, 4] },
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      isAllowedUri: (address) => isAllowedLink(address),
      // The server says where links open; what is written carries the address alone.
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  Picture,
  Superscript,
  Subscript,
  Figure,
  FigureCaption,
  TableNode,
  TableRowNode,
  TableHeader,
  TableCellNode,
]

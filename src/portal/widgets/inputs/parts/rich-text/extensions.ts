// Declares the contents of the editor of formatted text: exactly those that the allow-list permits.
import Image from '@tiptap/extension-image'
import { Table, TableCell, TableHeader, type TableOptions, TableRow } from '@tiptap/extension-table'
import { type Attributes, Extension, type Extensions, Mark, Node } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { search } from 'prosemirror-search'
import { isAllowedImage, isAllowedLink } from '#shared/rich-text/policy.ts'
import { Footnote } from './footnote.ts'
import { Layout } from './layout.ts'

/** Spans of a cell; column widths are never written. */
const SPANS: Attributes = {
  colspan: { default: 1, parseHTML: (cell) => Number(cell.getAttribute('colspan')) || 1 },
  rowspan: { default: 1, parseHTML: (cell) => Number(cell.getAttribute('rowspan')) || 1 },
  colwidth: { default: null, rendered: false },
}

/** Without the styles that the library writes, which the content security policy refuses. */
const PlainTable = Table.extend({
  addOptions() {
    return { ...(this.parent?.() as TableOptions), View: null }
  },
  renderHTML: () => ['table', ['tbody', 0]],
})

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

function holdsMediaOnly({ children, textContent }: HTMLElement): boolean {
  const isMedia = [...children].every(({ localName }) => /^(img|video)$/.test(localName))
  return children.length > 0 && isMedia && (textContent ?? '').trim() === ''
}

/**
 * Draws pictures in the editor: fetched with the session, because only the owner may read an unpublished one.
 */
const Picture = Image.extend({
  parseHTML: () => [
    // The paragraph that texts are stored with around it would stay behind, empty.
    { tag: 'p', priority: 60, skip: true, getAttrs: (line) => (holdsMediaOnly(line) ? null : false) },
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

/** A film of the portal; what plays it is the browser's own. */
const Video = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ src: { default: null }, title: { default: null } }),
  parseHTML: () => [
    {
      tag: 'video[src]',
      getAttrs: (video) => (isAllowedImage(video.getAttribute('src') ?? '') ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['video', HTMLAttributes],
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('video')
      Object.assign(dom, { controls: true, preload: 'metadata', title: String(node.attrs.title ?? '') })
      dom.src = String(node.attrs.src)
      return { dom }
    }
  },
})

/** The words that are searched for, and where they are. */
const Search = Extension.create({ name: 'search', addProseMirrorPlugins: () => [search()] })

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
  Video,
  Superscript,
  Subscript,
  Figure,
  FigureCaption,
  PlainTable,
  TableRow,
  TableHeader.extend({ addAttributes: () => ({ ...SPANS, scope: { default: null } }) }),
  TableCell.extend({ addAttributes: () => SPANS }),
  Footnote,
  Layout,
  Search,
]

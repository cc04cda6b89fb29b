// Declares the contents of the editor of formatted text: exactly those that the allow-list permits.

import Image from '@tiptap/extension-image'
import type { Extensions } from '@tiptap/react'
import { Mark, Node } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { showStoredPicture } from '#portal/widgets/media/stored-picture.ts'
import { isAllowedImage, isAllowedLink } from '#shared/rich-text/policy.ts'
import { TableCellNode, TableHeader, TableNode, TableRowNode } from './table-nodes.ts'

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
      const stop = showStoredPicture(dom, String(node.attrs.src))
      return { dom, destroy: stop }
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

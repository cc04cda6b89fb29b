// Declares the contents of the editor of formatted text: exactly those that the allow-list permits.
import type { Extensions } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { isAllowedLink } from '#shared/rich-text/policy.ts'
import { Picture } from './picture-node.ts'
import { Figure, FigureCaption, Subscript, Superscript } from './small-nodes.ts'
import { TableCellNode, TableHeader, TableNode, TableRowNode } from './table-nodes.ts'

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

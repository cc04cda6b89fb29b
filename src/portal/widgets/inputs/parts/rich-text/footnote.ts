// Declares footnotes of formatted text: they stand where they belong, and are numbered as they follow each other.
import { Node } from '@tiptap/react'
import { FOOTNOTE, toBracketedNote } from '#shared/rich-text/policy.ts'

/** As in Word. */
export const FOOTNOTE_KEYS = 'Control+Alt+F'
export const MAX_FOOTNOTE = 500

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    footnote: {
      /** Inserts a footnote, or rewrites the selected one; an empty text removes it. */
      setFootnote: (text: string) => ReturnType
    }
  }
}

export const Footnote = Node.create({
  name: 'footnote',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    text: {
      default: '',
      parseHTML: (element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_FOOTNOTE),
      rendered: false,
    },
  }),
  parseHTML: () => [
    { tag: FOOTNOTE, priority: 60, getAttrs: (note) => (note.textContent?.trim() ? null : false) },
  ],
  renderHTML: ({ node }) => ['span', { 'data-note': 'foot' }, String(node.attrs.text)],
  renderText: ({ node }) => toBracketedNote(String(node.attrs.text)),
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('span')
      const text = String(node.attrs.text)
      dom.dataset.note = 'foot'
      dom.title = text
      dom.setAttribute('role', 'note')
      dom.setAttribute('aria-label', `脚注：${text}`)
      return { dom }
    }
  },
  addCommands() {
    return {
      setFootnote:
        (text) =>
        ({ editor, commands }) => {
          if (text === '') return editor.isActive(this.name) ? commands.deleteSelection() : true
          if (editor.isActive(this.name)) return commands.updateAttributes(this.name, { text })
          // Behind what is selected, which stays.
          return commands.insertContentAt(editor.state.selection.to, { type: this.name, attrs: { text } })
        },
    }
  },
})

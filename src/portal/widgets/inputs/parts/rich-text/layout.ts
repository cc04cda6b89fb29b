// Aligns and indents the paragraphs and headings of formatted text, by the values that the allow-list has.
import { type CommandProps, Extension } from '@tiptap/react'
import { RICH_TEXT_VALUES } from '#shared/rich-text/policy.ts'

type Name = keyof typeof RICH_TEXT_VALUES

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    layout: {
      /** Sets an attribute of the selected paragraphs; null takes it away. */
      setLayout: (name: 'align' | 'indent', value: string | null) => ReturnType
      /** Moves them by one level, list items by one list. */
      moveIndent: (by: 1 | -1) => ReturnType
    }
  }
}

const TYPES = ['paragraph', 'heading']
const LEVELS = RICH_TEXT_VALUES['data-indent'].filter((value) => value !== 'first')

/** Kept as an attribute of the same name as in the text. */
const attribute = (name: Name) => ({
  default: null,
  parseHTML: (element: HTMLElement) => {
    const value = element.getAttribute(name)
    return RICH_TEXT_VALUES[name].find((allowed) => allowed === value) ?? null
  },
  renderHTML: (attributes: Readonly<Record<string, unknown>>) =>
    attributes[name.slice(5)] ? { [name]: attributes[name.slice(5)] } : {},
})

function move(value: unknown, by: 1 | -1): string | null {
  const levels: readonly unknown[] = LEVELS
  const level = levels.indexOf(value) + by
  return level < 0 ? null : (LEVELS[Math.min(level, LEVELS.length - 1)] ?? null)
}

/** Changes each selected paragraph; returns false where there is none. */
function change(
  { state, tr, dispatch }: CommandProps,
  next: (attributes: Readonly<Record<string, unknown>>) => object,
): boolean {
  let isFound = false
  for (const { $from, $to } of state.selection.ranges)
    state.doc.nodesBetween($from.pos, $to.pos, (node, position) => {
      if (!TYPES.includes(node.type.name)) return
      isFound = true
      if (dispatch) tr.setNodeMarkup(position, undefined, { ...node.attrs, ...next(node.attrs) }, node.marks)
    })
  return isFound
}

export const Layout = Extension.create({
  name: 'layout',
  addGlobalAttributes: () => [
    { types: TYPES, attributes: { align: attribute('data-align'), indent: attribute('data-indent') } },
  ],
  addCommands: () => ({
    setLayout: (name, value) => (props) => change(props, () => ({ [name]: value })),
    moveIndent: (by) => (props) => {
      if (props.editor.isActive('listItem'))
        return by > 0 ? props.commands.sinkListItem('listItem') : props.commands.liftListItem('listItem')
      return change(props, ({ indent }) => ({ indent: move(indent, by) }))
    },
  }),
  addKeyboardShortcuts() {
    const align = (value: string | null) => () => this.editor.commands.setLayout('align', value)
    return {
      'Mod-Shift-l': align(null),
      'Mod-Shift-e': align('center'),
      'Mod-Shift-r': align('right'),
      'Mod-Shift-j': align('justify'),
      'Mod-]': () => this.editor.commands.moveIndent(1),
      'Mod-[': () => this.editor.commands.moveIndent(-1),
    }
  },
})

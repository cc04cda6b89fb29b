// Draws finding and replacing within formatted text.

import { Fragment, Slice } from '@tiptap/pm/model'
import type { Command, EditorState } from '@tiptap/pm/state'
import { type Editor, useEditorState } from '@tiptap/react'
import {
  findNext,
  findPrev,
  getSearchState,
  replaceAll,
  replaceNext,
  SearchQuery,
  type SearchResult,
  setSearchState,
} from 'prosemirror-search'
import { useEffect, useState } from 'react'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'

interface Props {
  readonly editor: Editor
  readonly isLocked: boolean
  readonly onClose: () => void
}

/** Replaces by the text as typed; in the library's own a dollar stands for what was found. */
class PlainQuery extends SearchQuery {
  override getReplacements(state: EditorState, { from, to }: SearchResult) {
    const marks = state.doc.resolve(from).marksAcross(state.doc.resolve(to)) ?? []
    const content =
      this.replace === '' ? Fragment.empty : Fragment.from(state.schema.text(this.replace, marks))
    return [{ from, to, insert: new Slice(content, 0, 0) }]
  }
}

/** All matches, and which of them is selected, from 1; 0 if none is. */
function countMatches({ state }: Editor): { readonly count: number; readonly current: number } {
  const query = getSearchState(state)?.query
  let [count, current] = [0, 0]
  for (let match = query?.valid ? query.findNext(state) : null; match; ) {
    count += 1
    if (match.from === state.selection.from && match.to === state.selection.to) current = count
    match = query?.findNext(state, match.to) ?? null
  }
  return { count, current }
}

const TOOLS = [
  { name: '上一处', command: findPrev, isChange: false },
  { name: '下一处', command: findNext, isChange: false },
  { name: '替换', command: replaceNext, isChange: true },
  { name: '全部替换', command: replaceAll, isChange: true },
] as const

export function FindPanel({ editor, isLocked, onClose }: Props) {
  const [search, setSearch] = useState('')
  const [replace, setReplace] = useState('')
  const { count, current } = useEditorState({ editor, selector: () => countMatches(editor) })
  useEffect(() => {
    const query = new PlainQuery({ search, replace, literal: true })
    editor.view.dispatch(setSearchState(editor.state.tr, query))
  }, [editor, search, replace])
  useEffect(
    () => () => {
      if (!editor.isDestroyed)
        editor.view.dispatch(setSearchState(editor.state.tr, new SearchQuery({ search: '' })))
    },
    [editor],
  )
  const run = (command: Command) => void command(editor.state, editor.view.dispatch, editor.view)
  const onKeyDown = (event: React.KeyboardEvent) => {
    const key = pressedKey(event)
    if (key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
    if (key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    // The form stays.
    event.preventDefault()
    run(event.shiftKey ? findPrev : findNext)
  }
  return (
    <search aria-label="查找和替换" className="eq-editor-find" onKeyDown={onKeyDown}>
      <label>
        查找
        <input
          className="eq-input"
          type="text"
          // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
          autoFocus
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </label>
      <label>
        替换为
        <input
          className="eq-input"
          type="text"
          value={replace}
          disabled={isLocked}
          onChange={(event) => setReplace(event.target.value)}
        />
      </label>
      {TOOLS.map(({ name, command, isChange }) => {
        const isIdle = count === 0 || (isChange && isLocked)
        return (
          <button
            key={name}
            type="button"
            aria-disabled={isIdle || undefined}
            onClick={() => {
              if (!isIdle) run(command)
            }}
          >
            {name}
          </button>
        )
      })}
      <button type="button" onClick={onClose}>
        关闭查找
      </button>
      <span role="status">{search === '' ? '' : toWords(count, current)}</span>
    </search>
  )
}

function toWords(count: number, current: number): string {
  if (count === 0) return '没有找到'
  return current === 0 ? `共 ${count} 处` : `第 ${current} 处，共 ${count} 处`
}

// Draws the markup of formatted text, for administrators to read and change.
import { useState } from 'react'
import { cleanHtml } from '#portal/ui/format/sanitize-html.ts'
import { parseInert } from './inert-html.ts'

interface Props {
  readonly html: string
  readonly label: string
  readonly isLocked: boolean
  readonly onChange: (html: string) => void
}

const BLOCK_ENDS = /(<\/(?:p|h[1-4]|li|ul|ol|tr|table|blockquote|pre|figure)>|<hr>)(?=<)/g

export function SourceView({ html, label, isLocked, onChange }: Props) {
  // As typed; what is handed on is clean already, and would move the cursor.
  const [source, setSource] = useState(() => html.replaceAll(BLOCK_ENDS, '$1\n'))
  return (
    <textarea
      className="eq-input eq-editor-source"
      aria-label={`${label}源码，不允许的标记会被去掉`}
      spellCheck={false}
      readOnly={isLocked}
      rows={16}
      value={source}
      onChange={(event) => {
        setSource(event.target.value)
        onChange(cleanHtml(parseInert(event.target.value).innerHTML).replaceAll(/>\n+</g, '><').trim())
      }}
    />
  )
}

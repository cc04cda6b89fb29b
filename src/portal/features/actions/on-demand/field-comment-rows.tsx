// Draws the rows in which a user who sends an item back selects fields to correct, with a comment for each.

import { useId } from 'react'
import type { FieldCommentInput } from '#portal/features/actions/confirmed-button.tsx'
import { Button } from '#portal/ui/button.tsx'
import { cutLetters } from '#shared/formats/text-length.ts'
import {
  MAX_FIELD_COMMENT_LENGTH,
  MAX_FIELD_COMMENTS,
  type Remarkable,
} from '#shared/lifecycles/field-comments.ts'

interface Props {
  readonly fields: readonly Remarkable[]
  readonly rows: readonly FieldCommentInput[]
  readonly onChange: (rows: readonly FieldCommentInput[]) => void
}

export function FieldCommentRows({ fields, rows, onChange }: Props) {
  const heading = useId()
  const set = (key: number, change: Partial<FieldCommentInput>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)))
  const isFull = rows.length >= Math.min(MAX_FIELD_COMMENTS, fields.length)
  return (
    <fieldset className="eq-remark-rows">
      <legend id={heading}>
        需要修改的内容<span className="eq-muted">（选填）</span>
      </legend>
      <p className="eq-help">逐项填写的修改要求，对方修改时会显示在相应项目旁。</p>
      {rows.map(({ key, field, text }, index) => (
        <div key={key} className="eq-remark-row">
          <select
            className="eq-input"
            aria-label={`第 ${index + 1} 处需要修改的内容`}
            value={field}
            onChange={(event) => set(key, { field: event.target.value })}
          >
            <option value="">请选择</option>
            {fields
              .filter((one) => one.field === field || rows.every((row) => row.field !== one.field))
              .map((one) => (
                <option key={one.field} value={one.field}>
                  {one.title}
                </option>
              ))}
          </select>
          <input
            className="eq-input"
            aria-label={`第 ${index + 1} 处的修改要求`}
            placeholder="修改要求"
            value={text}
            onChange={(event) => set(key, { text: cutLetters(event.target.value, MAX_FIELD_COMMENT_LENGTH) })}
          />
          <Button
            look="text"
            aria-label={`移除第 ${index + 1} 处`}
            onClick={() => onChange(rows.filter((row) => row.key !== key))}
          >
            移除
          </Button>
        </div>
      ))}
      <Button
        disabled={isFull}
        onClick={() =>
          onChange([...rows, { key: Math.max(0, ...rows.map((row) => row.key)) + 1, field: '', text: '' }])
        }
      >
        添加一处
      </Button>
    </fieldset>
  )
}

// Draws the box for words that the map's items must contain, applied on Enter or with the button.
import { useId } from 'react'
import { Button } from '#portal/ui/button.tsx'
import { useTypedQuery } from '#portal/widgets/choices/use-typed-query.ts'

interface Props {
  readonly value: string
  readonly onSubmit: (words: string) => void
}

export function KeywordForm({ value, onSubmit }: Props) {
  const id = useId()
  const { input, submit } = useTypedQuery(value, onSubmit)
  return (
    <form className="eq-map-field" onSubmit={submit}>
      <label htmlFor={id}>关键词</label>
      <input
        id={id}
        ref={input}
        className="eq-input"
        type="search"
        maxLength={50}
        placeholder="名称、用途、单位"
        defaultValue={value}
      />
      <Button type="submit" look="primary" icon="search" aria-label="搜索" />
    </form>
  )
}

// Draws the section with a search field that leads to a list.
import { type FormEvent, useId } from 'react'
import { useNavigate } from 'react-router-dom'
import { linkTo } from '#portal/core/routing/link-address.ts'
import { Button } from '#portal/ui/button.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { SectionFrame } from './parts/section-frame.tsx'

export function SearchBoxSection({ section, scope }: SectionProps) {
  const { link, placeholder } = optionsOf<'sections/search-box'>(section)
  const navigate = useNavigate()
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const words = String(new FormData(event.currentTarget).get('keyWord') ?? '').trim()
    navigate(linkTo({ ...link, params: { ...link.params, ...(words ? { keyWord: words } : {}) } }, scope))
  }
  return (
    <SectionFrame section={section} scope={scope}>
      {/* biome-ignore lint/a11y/useSemanticElements: <search> is not known to all readers yet */}
      <form className="eq-keyword" role="search" aria-label={placeholder ?? '搜索内容'} onSubmit={submit}>
        <label htmlFor={id} className="eq-sr-only">
          {placeholder ?? '搜索'}
        </label>
        <input
          id={id}
          name="keyWord"
          type="search"
          className="eq-input"
          maxLength={50}
          placeholder={placeholder}
        />
        <Button type="submit" look="primary" icon="search">
          搜索
        </Button>
      </form>
    </SectionFrame>
  )
}

// Draws the contents of a form on one page: its sections, or its fields, each leading there, with what is wrong in it.
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import { fieldOf } from '#portal/core/form-state/leaf.ts'
import { useErrors } from '#portal/core/form-state/use-leaf.ts'
import { Button } from '#portal/ui/button.tsx'
import { Tag } from '#portal/ui/tag.tsx'
import type { FormStep } from '#shared/model/content-model.ts'
import { headingId } from './form-sections.tsx'
import './one-page.css'

/** Fewer entries are seen at once. */
const MIN_ENTRIES = 2

interface Entry {
  readonly key: string
  readonly title: string
  readonly fields: readonly string[]
  go(): void
}

interface Props {
  readonly store: FormStore
  /** Those in sight. */
  readonly steps: readonly FormStep[]
  readonly onGo: (field: string) => void
}

export function FormContents({ store, steps, onGo }: Props) {
  const wrong = useErrors(store).flatMap(({ name }) => (name === undefined ? [] : [fieldOf(name)]))
  const entries = store.form.steps.length > 1 ? toSections(store, steps) : toFields(store, steps, onGo)
  if (entries.length < MIN_ENTRIES) return null
  return (
    <nav className="eq-form-contents" aria-label="表单目录">
      <ul>
        {entries.map(({ key, title, fields, go }) => {
          const count = wrong.filter((name) => fields.includes(name)).length
          return (
            <li key={key}>
              <Button look="text" onClick={go}>
                {title}
              </Button>
              {count > 0 ? <Tag color="red">{count} 处有误</Tag> : null}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function toSections(store: FormStore, steps: readonly FormStep[]): readonly Entry[] {
  return steps.map((step) => {
    const id = headingId(store.form.id, step)
    return {
      key: id,
      title: step.title,
      fields: step.fields,
      go() {
        const heading = document.getElementById(id)
        heading?.focus({ preventScroll: true })
        heading?.scrollIntoView({ block: 'start' })
      },
    }
  })
}

function toFields(store: FormStore, steps: readonly FormStep[], onGo: Props['onGo']): readonly Entry[] {
  const names = steps.flatMap(({ fields }) => fields).filter((name) => !store.isHidden(name))
  return names.map((name) => ({
    key: name,
    title: store.field(name)?.title ?? name,
    fields: [name],
    go: () => onGo(name),
  }))
}

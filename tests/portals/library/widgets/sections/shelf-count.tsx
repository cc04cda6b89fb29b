// Provides the section that says how many books stand on the shelves, and in which subjects.
import {
  keyed,
  listOf,
  SectionFrame,
  type SectionProps,
  toFigure,
  toText,
  useSectionRead,
} from 'equipnet/widget'

export const DOOR = 1

export function ShelfCountSection({ section, scope }: SectionProps) {
  const read = useSectionRead(section, scope)
  const subjects = listOf(read.data)
  return (
    <SectionFrame
      section={section}
      scope={scope}
      read={read}
      isEmpty={subjects.length === 0}
      empty="书架还空着"
    >
      <dl className="eq-facts">
        {keyed(subjects, ({ subject }) => toText(subject)).map(({ key, entry: subject }) => (
          <div key={key}>
            <dt>{toText(subject.label)}</dt>
            <dd>{toFigure(subject.count)} 种</dd>
          </div>
        ))}
      </dl>
    </SectionFrame>
  )
}

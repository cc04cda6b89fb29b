// Owns the section of comments; what draws them is a chunk of its own.
import { lazy } from 'react'
import { LateSection } from '../late-section.tsx'
import type { SectionProps } from '../widget-props.ts'

const CommentList = lazy(async () => ({ default: (await import('../comment-list.tsx')).CommentList }))

export function CommentsSection(props: SectionProps) {
  return <LateSection {...props} view={CommentList} />
}

// Draws the section of comments; its code is in a chunk of its own.
import { lazy } from 'react'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { LateSection } from './parts/lazy-section.tsx'

const CommentList = lazy(async () => ({
  default: (await import('#portal/features/comments/comment-list.tsx')).CommentList,
}))

export function CommentsSection(props: SectionProps) {
  return <LateSection {...props} view={CommentList} />
}

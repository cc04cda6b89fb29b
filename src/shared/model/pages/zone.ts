// Declares the model of pages made of sections.
import type { PageBase, Section } from '#shared/model/page-model.ts'

export interface ZonePage extends PageBase {
  readonly kind: 'zone'
  readonly hero?: { readonly title: string; readonly slogan: string }
  readonly sections: readonly Section[]
  readonly category?: string
}

declare module '#shared/model/page-model.ts' {
  interface PageKinds {
    readonly zone: ZonePage
  }
}

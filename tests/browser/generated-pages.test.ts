// Holds that every page made from a content type opens as it should.
import { isWritten, PAGES, walkPages } from './support/walk-pages.ts'

walkPages(
  'generated pages',
  PAGES.filter((page) => !isWritten(page)),
)

// Downloads people as contacts or as a table.
import { PEOPLE } from "../../../domain/people/people-messages.ts"
import { fileAddress, fileAt } from "../../session/api.ts"
import { saveFile } from "../../ui/save-file.ts"
import { showFailure } from "../show-failure.ts"

interface Wanted {
  q?: string
  tag?: string
  event?: string
  /** separated by commas */
  ids?: string
}

export async function exportPeople(format: "vcf" | "csv", query: Wanted): Promise<void> {
  const address =
    format === "vcf"
      ? fileAddress("GET /api/people/export.vcf", { query })
      : fileAddress("GET /api/people/export.csv", { query })
  await download(address, `people.${format}`)
}

export const downloadPerson = (id: string, name: string): Promise<void> =>
  download(fileAddress("GET /api/people/{id}.vcf", { params: { id } }), name)

async function download(address: string, name: string): Promise<void> {
  try {
    saveFile(await fileAt(address), name)
  } catch (error) {
    showFailure(PEOPLE.failed, error)
  }
}

// docs/security.md has every requirement of OWASP ASVS 5.0 of level 1 and 2 exactly once, and the counts at its top are right.

/** Sections: how many requirements of level 1 and of level 2. Within a section they are numbered from 1, level 1 first. */
const SECTIONS =
  "1.1:0+2 1.2:5+4 1.3:2+9 1.4:0+3 1.5:1+1 2.1:1+2 2.2:2+1 2.3:1+3 2.4:0+1 3.2:2+0 3.3:1+3 3.4:2+4 3.5:3+2 3.7:0+2 " +
  "4.1:1+2 4.2:0+1 4.3:0+2 4.4:1+3 5.1:0+1 5.2:2+1 5.3:2+0 5.4:0+3 6.1:1+2 6.2:8+4 6.3:2+2 6.4:2+2 6.5:0+5 6.6:0+3 " +
  "6.8:0+4 7.1:0+3 7.2:4+0 7.3:0+2 7.4:2+3 7.5:0+2 7.6:0+2 8.1:1+1 8.2:2+1 8.3:1+0 8.4:0+1 9.1:3+0 9.2:1+3 10.1:0+2 " +
  "10.2:0+2 10.3:0+4 10.4:5+6 10.5:0+5 10.6:0+2 10.7:0+3 11.1:0+2 11.2:0+3 11.3:2+1 11.4:1+3 11.5:0+1 11.6:0+1 " +
  "12.1:1+2 12.2:2+0 12.3:0+4 13.1:0+1 13.2:0+5 13.3:0+2 13.4:1+4 14.1:0+2 14.2:1+3 14.3:1+2 15.1:1+2 15.2:1+2 " +
  "15.3:1+6 16.1:0+1 16.2:0+5 16.3:0+4 16.4:0+3 16.5:0+3 17.1:0+1 17.2:0+4 17.3:0+2"

const ROW = /^\| (\d+\.\d+\.\d+ \(L\d\)) \|(.*)\|$/gm
/** What the last column begins with; anything else is a requirement that is met. */
const VERDICTS = ["Partly", "Not met", "Not applicable"]

const SHOWN = /^No test$|\.test\.tsx?` "/

function* wanted() {
  for (const section of SECTIONS.split(" ")) {
    const [name, counts] = section.split(":")
    const [first, second] = counts.split("+").map(Number)
    for (let number = 1; number <= first + second; number++) yield `${name}.${number} (L${number <= first ? 1 : 2})`
  }
}

/** @returns complaints as sentences */
export function judgeSecurity(text) {
  const complaints = []
  const counts = { Met: 0, Partly: 0, "Not met": 0, "Not applicable": 0 }
  const found = []
  for (const [, id, rest] of text.matchAll(ROW)) {
    found.push(id)
    const cells = rest.split(" | ").map((cell) => cell.trim())
    if (cells.length !== 3 || cells.includes("")) complaints.push(`${id} has not four columns`)
    const verdict = VERDICTS.find((each) => cells.at(-1)?.startsWith(`${each}: `)) ?? "Met"
    counts[verdict] += 1
    if (verdict === "Met" && !SHOWN.test(cells.at(-1) ?? ""))
      complaints.push(`${id} names no test, and does not say so`)
  }
  const ids = [...wanted()]
  if (found.join("\n") !== ids.join("\n")) {
    for (const id of ids) if (!found.includes(id)) complaints.push(`${id} is missing`)
    for (const id of new Set(found)) if (!ids.includes(id)) complaints.push(`${id} is not a requirement`)
    if (found.length !== new Set(found).size) complaints.push("a requirement is there twice")
    if (complaints.length === 0) complaints.push("the requirements are not in their order")
  }
  const { Met, Partly, "Not met": no, "Not applicable": none } = counts
  const head = `| ${found.length} | ${Met} | ${Partly} | ${no} | ${none} |`
  if (!text.includes(`\n${head}\n`)) complaints.push(`the counts in its head are not true: ${head}`)
  return complaints
}

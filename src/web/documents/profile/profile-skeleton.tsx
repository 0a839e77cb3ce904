// The card while its profile loads: in its final layout, so that nothing jumps.

const BONE = "animate-pulse rounded-lg bg-well"

export function ProfileSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="rounded-3xl border border-line bg-sheet shadow-card">
      <div className="h-32 animate-pulse rounded-t-3xl bg-well sm:h-36" />
      <div className="px-5 pb-6 sm:px-7">
        <div className="-mt-15 size-28 rounded-[30%] border-4 border-sheet bg-line" />
        <div className={`mt-5 h-8 w-3/5 ${BONE}`} />
        <div className={`mt-3 h-5 w-2/5 ${BONE}`} />
        <div className={`mt-6 h-4 w-full ${BONE}`} />
        <div className={`mt-2 h-4 w-4/5 ${BONE}`} />
        <div className={`mt-7 h-12 w-full ${BONE}`} />
        <div className={`mt-3 h-12 w-full ${BONE}`} />
        <div className={`mt-7 h-14 w-full ${BONE}`} />
      </div>
    </div>
  )
}

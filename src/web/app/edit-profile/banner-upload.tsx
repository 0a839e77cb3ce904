// The picture across the top of the card; without one, the card shows its pattern.
import { classNames } from "../../ui/class-names.ts"
import { PictureButtons } from "./picture-buttons.tsx"
import type { PictureState } from "./use-picture.ts"

export function BannerUpload({ banner }: { banner: PictureState }) {
  return (
    <div className="flex flex-col gap-3">
      <h3 className="text-sm font-semibold text-ink">Banner</h3>
      {banner.shown !== "" && (
        <img
          src={banner.shown}
          alt="Your banner"
          className={classNames(
            "aspect-3/1 w-full max-w-108 rounded-xl border border-line object-cover",
            banner.busy !== null && "opacity-60",
          )}
        />
      )}
      <PictureButtons
        picture={banner}
        isWide
        label="Banner"
        change={banner.shown === "" ? "Add Banner" : "Change Banner"}
        remove="Remove Banner"
        help="A wide image, ideally 3:1. Without one, your card keeps its pattern."
      />
    </div>
  )
}

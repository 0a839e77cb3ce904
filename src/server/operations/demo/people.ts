// The people of the demonstration, with different scripts, long and short names, few and many links.
import type { ProfilePayload } from "../../../domain/profile/profile-form.ts"
import type { Look, Scene } from "./drawings.ts"

export interface DemoPerson {
  username: string
  email: string
  profile: ProfilePayload
  look: Look
  /** the picture across the top of the card; without it the card has its pattern */
  scene?: Scene
}

const MIKA: DemoPerson = {
  username: "mika",
  email: "mika@demo.example",
  profile: {
    full_name: "Mika Tanaka",
    job_title: "Ceramic artist",
    business_name: "Kawa Studio 川工房",
    business_phone: "(415) 555-0132",
    email: "hello@kawa-studio.example",
    address: "2201 Filbert Street, San Francisco, CA 94123",
    accent: "vermilion",
    bio: "I throw quiet bowls for loud kitchens.\nOpen studio on first Saturdays. 🍵\nCommissions open for spring.",
    social_media: {
      website: "https://kawa-studio.example",
      instagram: "https://www.instagram.com/kawa.studio.demo",
      pinterest: "https://www.pinterest.com/kawastudiodemo",
      youtube: "https://www.youtube.com/@kawastudiodemo",
    },
    profile_items: [
      {
        ...{ kind: "link", service: "cal_com", label: "Book a wheel", value: "https://cal.com/kawa-studio-demo" },
        ...{ on_page: true, in_contact: true },
      },
      {
        ...{ kind: "text", service: "", label: "Open studio", value: "First Saturday of the month, 10 to 4" },
        ...{ on_page: true, in_contact: false },
      },
    ],
  },
  look: {
    sky: ["#f4c9b3", "#d9805f"],
    sun: "#f9e3cf",
    skin: "#f3c7a6",
    shade: "#d99d78",
    lips: "#b5503f",
    hair: "#2b2230",
    clothes: ["#f6efe6", "#cfd9d2"],
    behind: "M190 250c0-98 58-146 130-146s134 50 134 148c0 70 6 150-18 214H208c-26-66-18-146-18-216z",
    front: "M206 296c-16-112 34-178 116-178 86 0 128 66 112 178-12-42-26-72-40-90-52 8-116 6-160-6-14 22-24 52-28 96z",
    collar: "M232 462c36 62 140 62 176 0l26 10c-36 92-192 92-228 0z",
  },
}

const ALEJANDRA: DemoPerson = {
  username: "alejandra",
  email: "alejandra@demo.example",
  profile: {
    full_name: "Dr. Alejandra María Fernández-Villanueva",
    job_title: "Head of Climate Research & Public Engagement",
    business_name: "Pacific Institute for Coastal Resilience",
    business_phone: "(206) 555-0178",
    email: "alejandra@coastal-resilience.example",
    address: "Pier 57, 1301 Alaskan Way\nSeattle, WA 98101",
    accent: "teal",
    bio: "I measure what the sea is up to and explain it to people who live beside it. Speaker, diver, mother of two, terrible at karaoke.",
    social_media: {
      website: "https://coastal-resilience.example/people/alejandra",
      linkedin: "https://www.linkedin.com/in/alejandra-fv-demo",
      twitter: "https://x.com/alejandra_fv_demo",
      bluesky: "https://bsky.app/profile/alejandra-fv-demo.example",
      instagram: "https://www.instagram.com/alejandra.fv.demo",
      facebook: "https://www.facebook.com/alejandra.fv.demo",
      tiktok: "https://www.tiktok.com/@alejandra.fv.demo",
      youtube: "https://www.youtube.com/@alejandrafvdemo",
      pinterest: "https://www.pinterest.com/alejandrafvdemo",
    },
  },
  look: {
    sky: ["#9fd0d4", "#2f7f8f"],
    sun: "#d5ecdf",
    skin: "#c98f68",
    shade: "#9c6544",
    lips: "#7c3429",
    hair: "#4a2a1d",
    clothes: ["#f2b84b", "#d9822b"],
    behind:
      "M180 300c-40-20-30-90 10-110 0-70 70-110 130-92 66-18 134 24 134 92 42 20 50 92 8 114 22 34 6 82-34 90-24 44-192 44-216 0-42-8-56-58-32-94z",
    front: "M210 276c-22-96 34-160 112-154 80-6 132 56 108 154-14-30-30-48-50-58-26-30-56-40-86-28-32-2-66 24-84 86z",
    collar: "M250 456l70 84 70-84 22 6-92 128-92-128z",
  },
  scene: {
    sky: ["#cfe8e6", "#f3e3c8"],
    sun: "#f6c667",
    layers: ["#7db9bd", "#3f8f9b", "#1c6471"],
    crests: 6,
  },
}

const OMAR: DemoPerson = {
  username: "omar",
  email: "omar@demo.example",
  profile: {
    full_name: "عمر حداد",
    job_title: "محمّص قهوة",
    business_name: "قمر للقهوة Qamar Coffee",
    business_phone: "(313) 555-0119",
    email: "omar@qamar-coffee.example",
    address: "4830 Rivard Street, Detroit, MI 48207",
    accent: "ochre",
    bio: "نحمّص كميات صغيرة ونطيل الحديث.\nزورونا صباح كل جمعة للتذوّق.\nأهلاً وسهلاً! 🌙",
    social_media: {
      website: "https://qamar-coffee.example",
      instagram: "https://www.instagram.com/qamar.coffee.demo",
      tiktok: "https://www.tiktok.com/@qamar.coffee.demo",
      facebook: "https://www.facebook.com/qamar.coffee.demo",
    },
    profile_items: [
      {
        ...{ kind: "link", service: "", label: "قائمة القهوة", value: "https://qamar-coffee.example/menu" },
        ...{ on_page: true, in_contact: false },
      },
    ],
  },
  look: {
    sky: ["#c9c3e6", "#5b5a96"],
    sun: "#efe2f0",
    skin: "#b97c54",
    shade: "#8a5636",
    lips: "#d98a75",
    hair: "#1e1a1f",
    clothes: ["#27313f", "#141a24"],
    behind: "M214 250c-4-80 44-128 106-128s110 48 106 128z",
    front:
      "M212 268c-14-84 26-152 108-152s122 68 108 152c-8-34-18-58-32-70-48 14-104 14-152 0-14 12-24 36-32 70zM216 296c6 84 48 140 104 140s98-56 104-140c-14 44-40 66-104 66s-90-22-104-66z",
    collar: "M236 458l84 62 84-62 18 22-102 60-102-60z",
  },
  scene: {
    sky: ["#2b2a4f", "#c98a52"],
    sun: "#f3e6cf",
    layers: ["#8a5a33", "#5e3a20", "#38220f"],
    crests: 2,
  },
}

export const DEMO_PEOPLE: readonly DemoPerson[] = [MIKA, ALEJANDRA, OMAR]

export const DEMO_ADMIN = {
  username: "demo-admin",
  email: "admin@demo.example",
  full_name: "Demo Administrator",
} as const
